/** The window's event before a script goes to another page; a page with unsaved changes can prevent it. */
export const leaveEvent = "gatepost:leave";
