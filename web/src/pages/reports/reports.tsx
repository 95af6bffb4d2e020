import { Page } from '../../ui/page.tsx'

export function Reports() {
  return <Page title="Reports">{null}</Page>
}
