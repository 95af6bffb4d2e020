import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const widths = [1440, 390]
const themes = ['light', 'dark'] as const

/** Where pictures of every page go, for whoever wants to look at them all: `PICTURES=folder`. */
const folder = process.env.PICTURES

/** A page in both themes, on a desk and on a phone. */
export async function keepPictures(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize()
  const file = name.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home'
  for (const width of widths)
    for (const theme of themes) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      await page.screenshot({ path: join(folder, `${file}-${theme}-${width}.png`) })
    }
  if (before) await page.setViewportSize(before)
}
