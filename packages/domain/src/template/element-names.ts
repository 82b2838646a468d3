/** The elements of HTML, the outdated ones among them, and those of SVG and MathML that sites use. */
const names = new Set(
  `a abbr acronym address applet area article aside audio b base bdi bdo big blink blockquote body br button canvas caption center
  cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer
  form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label legend li link main map
  mark marquee menu menuitem meta meter nav nobr noframes noscript object ol optgroup option output p param picture plaintext pre
  progress q rp rt ruby s samp script search section select selectedcontent slot small source span strike strong style sub
  summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
  animate circle clippath defs desc ellipse filter foreignobject g line lineargradient marker mask path pattern polygon polyline
  radialgradient rect stop switch symbol text textpath tspan use view
  math menclose merror mfrac mi mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext
  mtr munder munderover`.split(/\s+/),
);

/** Whether CSS can find an element of this name. Sites' own elements have a hyphen in their names. */
export function isElementName(name: string): boolean {
  return names.has(name.toLowerCase());
}
