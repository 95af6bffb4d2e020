import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/**
 * Where pictures of every page go, for whoever wants to look at them all: `PICTURES=folder`, and `PICTURES_IN=light` where one theme is
 * enough.
 */
const { PICTURES: folder, PICTURES_IN: only } = process.env
const themes = (['light', 'dark'] as const).filter((theme) => only === undefined || only === theme)

/** The button in the top line redraws what a canvas shows, too; where there is none the page takes the theme as it stands. */
const showTheme = (theme: string) => `(() => {
  if (document.documentElement.dataset.theme === '${theme}') return
  const other = document.querySelector('[data-top] button:has(.lucide-moon, .lucide-sun)')
  if (other) other.click()
  else document.documentElement.dataset.theme = '${theme}'
})()`

/** A page as it stands, in both themes. `below`: the folder's folder that they go to. */
export async function keepThemes(page: Page, name: string, below = ''): Promise<void> {
  if (folder === undefined) return
  await mkdir(join(folder, below), { recursive: true })
  const file = name.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home'
  const { width } = page.viewportSize()!
  for (const theme of themes) {
    await page.evaluate(showTheme(theme))
    await page.screenshot({ path: join(folder, below, `${file}-${theme}-${width}.png`) })
  }
  await page.evaluate(showTheme('light'))
}

/** The same on a desk and on a phone. */
export async function keepPictures(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await keepThemes(page, name)
  }
  if (before) await page.setViewportSize(before)
}
