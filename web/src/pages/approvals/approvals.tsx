import { Page } from '../../ui/page.tsx'

export function Approvals() {
  return <Page title="Approvals">{null}</Page>
}
