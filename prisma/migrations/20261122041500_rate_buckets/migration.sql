-- Written at every few dozen calls of a caller: no log, no index beside the key, and room for updates in place.
CREATE UNLOGGED TABLE "rate_bucket" (
    "caller" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "granted" INTEGER NOT NULL,
    "full_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_bucket_pkey" PRIMARY KEY ("caller")
) WITH (fillfactor = 50);
