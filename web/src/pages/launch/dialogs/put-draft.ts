import type { Draft } from '../../../../../client/src/index.ts'
import { cellsOfAd } from '../sheet/cells-of-ad.ts'
import { firstColumns } from '../sheet/columns.ts'
import { contentOfCells } from '../sheet/paste.ts'
import type { SheetStore } from '../sheet/store.ts'

type Shared = Pick<Draft, 'ads' | 'adSets' | 'launchPaused'>

/** A draft takes the place of the sheet. A change like any other: Ctrl-Z brings back what stood there. */
export function putDraft(sheet: SheetStore, draft: Shared): void {
  const cells = draft.ads.map((ad) => cellsOfAd(withShared(ad, draft)))
  sheet.change(contentOfCells(cells, firstColumns))
  sheet.select({ row: 0, col: 0 })
}

/** What a draft says for all ads stands in the rows of those that say nothing themselves. */
function withShared(ad: Record<string, unknown>, draft: Omit<Shared, 'ads'>) {
  return {
    ...(draft.adSets.length > 0 ? { adSets: draft.adSets } : {}),
    ...(draft.launchPaused ? { launchPaused: true } : {}),
    ...ad,
  }
}
