import { Page } from '../../ui/page.tsx'

export function Campaigns() {
  return <Page title="Campaigns">{null}</Page>
}
