import { Page } from '../../ui/page.tsx'

export function NewRule() {
  return <Page title="NewRule">{null}</Page>
}
