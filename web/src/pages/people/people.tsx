import { Page } from '../../ui/page.tsx'

export function People() {
  return <Page title="People">{null}</Page>
}
