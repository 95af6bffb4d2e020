import { Page } from '../../ui/page.tsx'

export function Guards() {
  return <Page title="Guards">{null}</Page>
}
