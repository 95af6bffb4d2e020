/** The largest JSON body: 1,000 ads with long texts fit several times over. */
export const maxBodyBytes = 16 * 1024 * 1024

/** The largest body of an operation that needs no key: nobody knows who sends it. */
export const maxOpenBodyBytes = 64 * 1024

/** From here on a body is read step by step, and others have their turn between two. */
export const largeBodyBytes = 256 * 1024
