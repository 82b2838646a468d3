# The images of Gatepost: `web` (also the command line, for migrations) and `worker`, which adds the browsers.
#
#   docker build --target web --tag gatepost-web .
#   docker build --target worker --tag gatepost-worker .
#
# For a reproducible build, name the base image by its digest: --build-arg BASE=node:24-bookworm-slim@sha256:…, which
# `docker buildx imagetools inspect node:24-bookworm-slim` prints.
# Where npm needs settings to reach its registry, pass them for the build alone: --secret id=npmrc,src=$HOME/.npmrc
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS base
# The user has a number that manifests can name; 1000 is the base image's own.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 10001 gatepost
WORKDIR /home/gatepost/app
# Forwards signals, and reaps what Chromium's processes leave behind.
ENTRYPOINT ["tini", "--"]

FROM base AS build
RUN mkdir -p /home/gatepost/app && chown gatepost:gatepost /home/gatepost/app
USER gatepost
COPY --chown=gatepost:gatepost . .
# Installs the packages, with the Node.js that everything runs on, and builds the web app. Then removes the packages that only
# development needs, which pnpm would keep for a week.
RUN --mount=type=secret,id=npmrc,target=/home/gatepost/.npmrc,uid=10001 \
    node bootstrap.mjs apps/cli/src/main.ts web --build-only \
 && CI=true npx --yes "$(node -p "require('./package.json').packageManager")" install --prod --offline --frozen-lockfile \
      --config.modules-cache-max-age=0 \
 && rm -rf .scratch apps/web/.next/cache

FROM base AS web
# Owned by root: the program cannot change itself.
COPY --from=build --chown=0:0 /home/gatepost/app ./
USER 10001:10001
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0
EXPOSE 3000
# Next.js reads its configuration from the folder of the app.
CMD ["sh", "-c", "cd apps/web && exec ../../node_modules/node/bin/node server.ts"]

FROM base AS worker
RUN apt-get update \
 && apt-get install -y --no-install-recommends chromium-headless-shell chromium fonts-liberation \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build --chown=0:0 /home/gatepost/app ./
USER 10001:10001
# Each name that is looked up occupies a thread, also where nobody answers.
ENV NODE_ENV=production \
    GATEPOST_HEADLESS_SHELL=/usr/bin/chromium-headless-shell \
    GATEPOST_CHROMIUM=/usr/bin/chromium \
    UV_THREADPOOL_SIZE=32
CMD ["node_modules/node/bin/node", "apps/worker/src/main.ts"]
