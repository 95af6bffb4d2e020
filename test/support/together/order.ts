/** How far apart those that stood side by side are put. */
const step = 7

/**
 * The longest ones are in test/: they begin first, so that none is left alone at the end. Files of one folder are alike, and where all of
 * them wait the processors do nothing: they are spread out.
 */
export function inGoodOrder(files: string[]): string[] {
  const isLong = (file: string) => file.startsWith('test/')
  return [...spreadOut(files.filter(isLong)), ...spreadOut(files.filter((file) => !isLong(file)))]
}

function spreadOut(files: string[]): string[] {
  const sorted = [...files].sort()
  return Array.from({ length: step }, (_, first) => sorted.filter((_file, index) => index % step === first)).flat()
}
