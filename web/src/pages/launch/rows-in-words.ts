import { t } from '../../languages/t.ts'

/** How many rows, as it stands in a sentence. */
export const rowsInWords = (count: number): string => t({ one: '{count} row', other: '{count} rows' }, { count })
