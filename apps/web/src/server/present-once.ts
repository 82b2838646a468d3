/**
 * Presents facts that the domain returns as the same object while nothing has changed: the presentation is kept with
 * them, frozen, so that it is serialised once (see `success`).
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
