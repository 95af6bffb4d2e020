import { Page } from '../../ui/page.tsx'

export function Rule() {
  return <Page title="Rule">{null}</Page>
}
