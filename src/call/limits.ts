/** The largest JSON body: 1,000 ads with long texts fit several times over. */
export const maxBodyBytes = 16 * 1024 * 1024
