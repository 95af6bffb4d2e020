import { Page } from '../../ui/page.tsx'

export function Batch() {
  return <Page title="Batch">{null}</Page>
}
