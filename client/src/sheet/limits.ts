/** What the service takes in one launch: so many ads. */
export const maxAdsPerLaunch = 1000

/** The largest file that the service takes. */
export const largestFileBytes = 104_857_600
