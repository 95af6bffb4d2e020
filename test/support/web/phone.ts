import type { Page } from 'playwright-core'

export const phone = { viewport: { width: 390, height: 844 } }

/** Goes there without loading the page anew, and waits until it shows what it has. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(`(() => {
    document.querySelector('main h1')?.setAttribute('data-before', '')
    history.pushState({}, '', ${JSON.stringify(path)})
  })()`)
  await page.locator('main h1:not([data-before])').waitFor()
  await page.locator('main [data-waits]').first().waitFor({ state: 'detached' })
}

/** What reaches beyond the screen, but for what is scrolled in a place of its own. */
export async function beyondTheScreen(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const scrolls = (element) => element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const isBeyond = (element) => {
      const { width, height, left, right } = element.getBoundingClientRect()
      return width > 1 && height > 1 && (right > innerWidth + 1 || left < -1) && !scrolls(element.parentElement)
    }
    const found = [...document.querySelectorAll('body *')].filter(isBeyond).map((element) => element.tagName + ' ' + element.className)
    const { scrollWidth } = document.documentElement
    return (scrollWidth > innerWidth ? ['the page itself: ' + scrollWidth, ...found] : found).slice(0, 5)
  })()`)
}
