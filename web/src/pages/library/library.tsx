import { Page } from '../../ui/page.tsx'

export function Library() {
  return <Page title="Library">{null}</Page>
}
