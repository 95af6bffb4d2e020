import { Page } from '../../ui/page.tsx'

export function Research() {
  return <Page title="Research">{null}</Page>
}
