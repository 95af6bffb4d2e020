const mebibyte = 1024 * 1024

/** The largest files that the platform takes, in the megabytes that it speaks of. */
export const largestFile = { imageMegabytes: 50, videoMegabytes: 500 }

export const largestImage = largestFile.imageMegabytes * mebibyte
export const largestVideo = largestFile.videoMegabytes * mebibyte
