/**
 * A presenter of facts that verbs return again, as the same object, as long as nothing has changed: what they were
 * presented as is kept with them, frozen, and so written once (see `success`).
 */
export function presentOnce<Facts extends object, Body extends object>(present: (facts: Facts) => Body) {
  const presented = new WeakMap<Facts, Body>();
  return (facts: Facts): Body => {
    const known = presented.get(facts);
    if (known) return known;
    const body = Object.freeze(present(facts));
    presented.set(facts, body);
    return body;
  };
}
