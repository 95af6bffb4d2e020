import assert from 'node:assert/strict'
import axeCore from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const themes = ['light', 'dark'] as const
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The themes differ in their colours alone. */
const rulesIn: Record<(typeof themes)[number], RunOptions['runOnly']> = {
  light: { type: 'tag', values: standards },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/**
 * Holds the page against WCAG AA as it stands, in both themes, or what is `within` it. No page shows frames, so all is looked at in the page
 * itself.
 */
export async function axe(page: Page, within?: string): Promise<void> {
  const before = await page.evaluate('document.documentElement.dataset.theme')
  if (await page.evaluate('!window.axe')) await page.evaluate(axeCore.source + stillColours)
  const found: string[] = []
  for (const theme of themes) {
    await show(page, theme)
    // Of what is well, nothing is told: that takes most of the time.
    const options: RunOptions = { runOnly: rulesIn[theme], resultTypes: ['violations'] }
    const run = `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`
    for (const { id, help, nodes } of await page.evaluate<AxeResults['violations']>(run))
      found.push(
        ...nodes.map(({ target, failureSummary }) => `${theme} ${id}: ${help}: ${target.join(' ')} ${failureSummary}`),
      )
  }
  await show(page, before === 'dark' ? 'dark' : 'light')
  assert.deepEqual(found, [], page.url())
}

/** A colour that is on its way from one theme to the other is neither. */
const stillColours = `;{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, *::before, *::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}`

async function show(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))')
}
