import { Page } from '../../ui/page.tsx'

export function Batches() {
  return <Page title="Batches">{null}</Page>
}
