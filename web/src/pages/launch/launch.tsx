import { Page } from '../../ui/page.tsx'

export function Launch() {
  return <Page title="Launch">{null}</Page>
}
