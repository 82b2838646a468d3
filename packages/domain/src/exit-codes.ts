/** With which web server and worker end where a setting is wrong: starting them again would not help. */
export const wrongSetting = 78;
