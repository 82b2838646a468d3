import pg from "pg";

/** Floor N: milliseconds from sending NOTIFY on one connection to its arrival on another. */
export async function measureNotify(url: string, samples: number): Promise<number[]> {
  const [sender, listener] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([sender.connect(), listener.connect()]);
  await listener.query("listen bare");
  const took: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const notified = Promise.withResolvers<void>();
    listener.once("notification", () => notified.resolve());
    const sent = performance.now();
    const query = sender.query({ name: "bare", text: "select pg_notify('bare', $1)", values: ["1"] });
    await notified.promise;
    took.push(performance.now() - sent);
    await query;
  }
  await Promise.all([sender.end(), listener.end()]);
  return took;
}
