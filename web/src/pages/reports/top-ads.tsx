import { Page } from '../../ui/page.tsx'

export function TopAds() {
  return <Page title="TopAds">{null}</Page>
}
