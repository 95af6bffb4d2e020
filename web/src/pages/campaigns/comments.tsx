import { Page } from '../../ui/page.tsx'

export function Comments() {
  return <Page title="Comments">{null}</Page>
}
