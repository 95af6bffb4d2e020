import { chromium } from 'playwright-core'
import { findChromium, howToGetIt } from '../../test/support/browser/chromium.ts'
import { builtDashboard } from '../../test/support/web/built.ts'
import type { Bench } from '../figure.ts'
import { benchService } from '../service.ts'
import { firstViewFigures } from './first-view.ts'
import { liveFigures } from './live.ts'
import { scriptFigures } from './script.ts'
import { scrollFigures } from './scroll.ts'
import { sheetFigures } from './sheet.ts'

const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** The dashboard in a real browser, each part against what React alone costs there. */
export const webBench: Bench = {
  name: 'web',
  about: 'the dashboard in Chromium against bare React pages',
  async run(say) {
    const executablePath = findChromium()
    if (executablePath === null) throw new Error(`There is no Chromium. ${howToGetIt}`)
    await builtDashboard()
    const service = await benchService({ DASHBOARD: 'on' })
    const browser = await chromium.launch({ executablePath, args: flags })
    try {
      return [
        ...(await firstViewFigures(browser, say)),
        ...(await liveFigures({ service, browser, say })),
        ...(await sheetFigures({ service, browser, say })),
        ...(await scriptFigures({ service, browser })),
        ...(await scrollFigures({ service, browser, say })),
      ]
    } finally {
      await browser.close()
      await service.remove()
    }
  },
}
