/** Zones of whole, half and quarter hours, north and south, that change their clocks at different times of day, or never. */
export const testZones = [
  "UTC",
  "Europe/Paris",
  "America/New_York",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Asia/Tehran",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "America/St_Johns",
  "America/Santiago",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Africa/Casablanca",
];
