import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** The same workbook with another first sheet: spreadsheets write what no library of ours does. */
export function withParts(bytes: Buffer, change: (xml: string) => string): Buffer {
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => {
    const isSheet = /worksheets\/sheet1\.xml$/.test(name)
    return [name, isSheet ? strToU8(change(strFromU8(content))) : content] as const
  })
  return Buffer.from(zipSync(Object.fromEntries(files)))
}
