import { Page } from '../../ui/page.tsx'

export function Changes() {
  return <Page title="Changes">{null}</Page>
}
