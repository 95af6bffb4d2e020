import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

type RunOnly = Exclude<Parameters<AxeBuilder['options']>[0]['runOnly'], undefined>

const all: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const colours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const themes = ['light', 'dark'] as const

/** Holds the page against WCAG AA as it stands, in both themes. */
export async function axe(page: Page): Promise<void> {
  const before = await page.evaluate('document.documentElement.dataset.theme')
  const found: string[] = []
  for (const theme of themes) {
    await show(page, theme)
    // The themes differ in their colours alone.
    const { violations } = await rulesFor(page, theme === themes[0] ? all : colours).analyze()
    for (const { id, help, nodes } of violations)
      found.push(
        ...nodes.map(({ target, failureSummary }) => `${theme} ${id}: ${help}: ${target.join(' ')} ${failureSummary}`),
      )
  }
  await show(page, before === 'dark' ? 'dark' : 'light')
  assert.deepEqual(found, [], page.url())
}

/** No frame of another origin is ever shown, so all is looked at in the page itself; of what is well, nothing is told. */
function rulesFor(page: Page, runOnly: RunOnly): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ runOnly, resultTypes: ['violations'] })
}

async function show(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
  // A colour that is on its way is neither the one nor the other.
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))')
}
