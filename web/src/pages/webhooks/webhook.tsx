import { Page } from '../../ui/page.tsx'

export function Webhook() {
  return <Page title="Webhook">{null}</Page>
}
