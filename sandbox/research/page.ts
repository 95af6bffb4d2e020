import type { SimReply } from '../core/simulator.ts'
import { findBrand } from './brands.ts'
import type { LibraryAd } from './library.ts'
import { adView } from './present.ts'
import type { View } from './present.ts'

/** A brand's page as it would stand on the web, for whoever reads pages: words for machines in its head, pictures and films in its body. */
export function brandPage(view: View, brandId: string): SimReply {
  const brand = findBrand(brandId)
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  if (!brand) return { status: 404, headers, body: '<!doctype html><title>Not found</title>' }
  const ads = view.world.library().filter((ad) => ad.brand === brand)
  const shown = ads.slice(0, 6)
  const [first] = shown.map((ad) => adView(view, ad))
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escape(brand.name)}</title>
<meta name="description" content="${escape(brand.name)} sells ${escape(brand.goods.join(', '))}.">
<meta property="og:site_name" content="${escape(brand.name)}">
<meta property="og:title" content="${escape(first!.headline)}">
<meta property="og:image" content="${escape(first!.media[0]!.thumbnailUrl)}">
<link rel="canonical" href="${escape(`${view.origin}/research/pages/${brand.id}`)}">
<script type="application/ld+json">${JSON.stringify(machineWords(view, shown)).replaceAll('<', '\\u003c')}</script>
</head>
<body>
<h1>${escape(brand.name)}</h1>
${shown.map((ad) => section(view, ad)).join('\n')}
</body>
</html>
`
  return { status: 200, headers, body }
}

function machineWords(view: View, ads: LibraryAd[]): object {
  const things = ads.map((ad) => {
    const { headline, body, landingPageUrl, media, brandName } = adView(view, ad)
    return {
      '@type': 'Product',
      name: headline,
      description: body,
      url: landingPageUrl,
      image: media.map(({ thumbnailUrl }) => thumbnailUrl),
      brand: { '@type': 'Brand', name: brandName },
    }
  })
  return { '@context': 'https://schema.org', '@graph': things }
}

function section(view: View, ad: LibraryAd): string {
  const { headline, body, media } = adView(view, ad)
  const shown = media.map(({ type, url, thumbnailUrl, width, height }) =>
    type === 'video'
      ? `<video src="${escape(url)}" poster="${escape(thumbnailUrl)}" width="${width}" height="${height}" controls></video>`
      : `<img src="${escape(url)}" alt="${escape(headline)}" width="${width}" height="${height}">`,
  )
  return `<section><h2>${escape(headline)}</h2><p>${escape(body)}</p>${shown.join('')}</section>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
