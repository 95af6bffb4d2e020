import { builtIn } from '../../../src/platforms/index.ts'
import type { Stage } from '../browser/stage.ts'

/** Those that are connected by a button, in their order. */
export const consenting = builtIn.all.filter(({ oauth }) => oauth)

/** From the button over the simulator's page of consent to chosen accounts, as an owner does it. */
export async function connectByConsent({ signedIn }: Stage, title: string): Promise<{ url: string }> {
  const { page } = await signedIn('owner')
  await page.goto('/connections')
  await page.getByRole('link', { name: `Connect ${title}` }).click()
  await page.getByRole('link', { name: 'The sandbox' }).click()
  await page.getByText('Demo company').first().waitFor()
  await page.getByRole('button', { name: `Continue to ${title}` }).click()
  await page.locator('button[name=decision][value=allow]').click()
  await page.waitForURL(/\/connections\?chosen=\d+$/)
  await page.getByRole('status').getByRole('link', { name: 'Choose ad accounts' }).click()
  await page.getByRole('button', { name: 'All' }).click()
  await page.getByRole('button', { name: /^Use [1-9]/ }).click()
  await page.getByText(/^[1-9]\d* of \d+ are used\.$/).waitFor()
  return { url: page.url() }
}
