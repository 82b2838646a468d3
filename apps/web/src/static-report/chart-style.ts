/** The styles of a chart and a table that are drawn on the server. The colours are variables of the page. */
export const chartStyle = `
.static-chart { display: block; width: calc(100% - 62px); margin: 0 10px 0 52px; overflow: visible; }
.static-chart text { font-size: 12px; fill: var(--muted); }
.static-narrow { display: none; }
@media (max-width: 700px) { .static-narrow { display: inline; } .static-wide { display: none; } }
.static-legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 8px 0; padding: 0; list-style: none; font-size: 12px; }
.static-legend svg { display: inline; }
.static-table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.static-table th, .static-table td {
  padding: 8px 12px; border-top: 1px solid var(--line); font-weight: 400; text-align: right; vertical-align: top;
  overflow-wrap: normal;
}
.static-table thead th { color: var(--muted); font-size: 13px; border: 0; }
.static-table th:first-child { text-align: left; white-space: nowrap; }
`;
