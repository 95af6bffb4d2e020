import { Page } from '../../ui/page.tsx'

export function Audit() {
  return <Page title="Audit">{null}</Page>
}
