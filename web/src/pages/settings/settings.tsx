import { Page } from '../../ui/page.tsx'

export function YourSettings() {
  return <Page title="YourSettings">{null}</Page>
}
