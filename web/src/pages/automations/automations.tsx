import { Page } from '../../ui/page.tsx'

export function Automations() {
  return <Page title="Automations">{null}</Page>
}
