import type { Locator } from 'playwright-core'

/** Opens a list of the dashboard and takes one of its options: by its value, or by what it says. */
export async function choose(field: Locator, option: string | { label: string }): Promise<void> {
  await field.click()
  const options = field.page().getByRole('listbox')
  const wanted =
    typeof option === 'string'
      ? options.locator(`[role="option"][data-value=${JSON.stringify(option)}]`)
      : options.getByRole('option', { name: option.label, exact: true })
  await wanted.click()
  await options.waitFor({ state: 'detached' })
}

/** What is chosen in a list. */
export const chosenIn = (field: Locator): Promise<string | null> => field.getAttribute('data-value')
