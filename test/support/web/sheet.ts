import type { Page } from 'playwright-core'
import type { Stage } from '../browser/stage.ts'
import { singleAd } from '../demo.ts'
import type { Fixture } from '../demo.ts'

export const titles = ['name', 'account', 'ad set', 'page', 'secondary', 'media', 'title', 'description', 'cta', 'link']
export type Cells = Record<string, string>

/** A row that passes every rule. */
export function row(app: Stage['app'], fixture: Fixture, more: Cells): Cells {
  const ad = singleAd(app, fixture) as Record<string, string> & { adSets: string[]; media: { url: string }[] }
  const { adName: name, adAccountId: account, adSets, media, ...rest } = ad
  return { ...rest, name, account, 'ad set': adSets[0]!, media: media[0]!.url, ...more } as Cells
}

export const asTable = (rows: Cells[]) => [titles, ...rows.map((cells) => titles.map((title) => cells[title] ?? ''))]
export const asText = (lines: string[][]) => lines.map((line) => line.join('\t')).join('\n')

/** The launch page, with somebody signed in who may launch. */
export async function openSheet({ signedIn }: Stage, meant?: RegExp): Promise<Page> {
  const { page, expectProblems } = await signedIn()
  if (meant) expectProblems(meant)
  await page.goto('/launch')
  await page.getByRole('grid').focus()
  return page
}

export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
}

export const cell = (page: Page, rowNumber: number, title: string) =>
  page.getByRole('row').nth(rowNumber).getByRole('gridcell').nth(titles.indexOf(title))

/** The batch whose page opens. */
export async function batchOf(page: Page): Promise<string> {
  await page.waitForURL(/\/batches\/\d+$/)
  return page.url().split('/').pop()!
}
