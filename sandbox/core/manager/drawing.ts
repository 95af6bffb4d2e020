import { plainWord } from '../look.ts'
import type { LookCreative, LookForm, LookMedia } from '../look.ts'
import { html, pathTo } from './html.ts'
import type { Html } from './html.ts'
import { hostOf } from './words.ts'

interface Drawn extends LookCreative {
  platform: string
}

/** The ad as it would appear, once for every place. */
export function drawCreative(platform: string, creative: LookCreative): Html {
  return html`<div class="places">
    ${creative.places.map(({ form, title, media = creative.media }) => {
      const drawn = forms[form]({ ...creative, media, platform })
      return html`<figure class="place">
        <figcaption>${title}</figcaption>
        ${drawn}
      </figure>`
    })}
  </div>`
}

const forms: Record<LookForm, (drawn: Drawn) => Html> = {
  feed: (drawn) =>
    html`<article class="ad feed">
      ${speaker(drawn)} ${words(drawn.text)} ${mediaStrip(drawn)} ${drawn.media.length > 1 ? false : linkBar(drawn)}
    </article>`,
  social: (drawn) =>
    html`<article class="ad social">
      ${speaker(drawn)} ${mediaStrip(drawn)}
      ${drawn.callToAction && html`<p class="bar"><b>${plainWord(drawn.callToAction)}</b><span>›</span></p>`}
      ${drawn.text && html`<p class="words"><b>${drawn.advertiser}</b> ${drawn.text}</p>`}
    </article>`,
  story: (drawn) =>
    html`<article class="ad story">
      ${mediaStrip(drawn)}
      <div class="over">
        ${speaker(drawn)}
        <div class="low">
          ${drawn.headline && html`<p class="headline">${drawn.headline}</p>`} ${words(drawn.text)}
          ${drawn.callToAction && html`<p class="button">${plainWord(drawn.callToAction)}</p>`}
        </div>
      </div>
    </article>`,
  pin: (drawn) =>
    html`<article class="ad pin">
      ${mediaStrip(drawn)} ${drawn.headline && html`<p class="headline">${drawn.headline}</p>`} ${words(drawn.text)}
      ${drawn.callToAction && html`<p class="button">${plainWord(drawn.callToAction)}</p>`} ${speaker(drawn)}
    </article>`,
  search: (drawn) =>
    html`<article class="ad results">
      <p class="sponsored">Sponsored</p>
      <p class="site"><b>${drawn.advertiser}</b> <span class="host">${hostOf(drawn.link)}</span></p>
      <p class="headline">${drawn.headline}</p>
      ${words(drawn.text)}
    </article>`,
  fullscreen: (drawn) =>
    html`<article class="ad story fullscreen">
      ${mediaStrip(drawn)}
      <div class="over">
        <p class="close" aria-hidden="true">×</p>
        <div class="low">
          <p class="headline">${drawn.headline || drawn.advertiser}</p>
          <p class="button">${plainWord(drawn.callToAction)}</p>
        </div>
      </div>
    </article>`,
}

function speaker({ advertiser }: Drawn): Html {
  return html`<header class="speaker">
    <span class="avatar" aria-hidden="true">${[...advertiser.trim()][0] ?? '?'}</span>
    <span><b>${advertiser}</b><span class="sponsored">Sponsored</span></span>
  </header>`
}

function words(text: string): Html | false {
  return text !== '' && html`<p class="words">${text}</p>`
}

function linkBar({ link, headline, description, callToAction }: Drawn): Html | false {
  if (!link && !headline && !callToAction) return false
  return html`<div class="bar">
    <div>
      <span class="host">${hostOf(link)}</span>
      ${headline && html`<p class="headline">${headline}</p>`}
      ${description && html`<p class="description">${description}</p>`}
    </div>
    ${callToAction && html`<span class="button">${plainWord(callToAction)}</span>`}
  </div>`
}

function mediaStrip(drawn: Drawn): Html | false {
  const { media, platform, callToAction } = drawn
  const [only, ...others] = media
  if (!only) return false
  if (others.length === 0) return drawMedia(platform, only)
  return html`<ol class="cards" tabindex="0" aria-label="${media.length} cards">
    ${media.map((one) => {
      const host = hostOf(one.link ?? '')
      const button = callToAction && html`<span class="button">${plainWord(callToAction)}</span>`
      return html`<li>
        ${drawMedia(platform, one)}
        <div class="bar">
          <div>
            ${host && html`<span class="host">${host}</span>`}
            <p class="headline">${one.title ?? ''}</p>
          </div>
          ${button}
        </div>
      </li>`
    })}
  </ol>`
}

const kindWords = { image: 'Picture', video: 'Video', document: 'Document' }

function drawMedia(platform: string, { kind, picture, width, height, title }: LookMedia): Html {
  const shape = height > width * 1.3 ? 'tall' : width > height * 1.3 ? 'wide' : 'square'
  const about = `${kindWords[kind]}, ${width} by ${height}`
  if (kind === 'document' || picture === null)
    return html`<div class="media document"><span aria-hidden="true">▤</span> ${title ?? kindWords[kind]}</div>`
  return html`<div class="media ${shape} ${kind}">
    <img src="${picturePath(platform, picture)}" alt="${about}" width="${width}" height="${height}" loading="lazy" />
    ${kind === 'video' && html`<span class="play" aria-hidden="true"></span>`}
  </div>`
}

function picturePath(platform: string, picture: string): string {
  return pathTo('_manager', 'media', platform, picture)
}

/** A small picture for lists. */
export function thumbnail(platform: string, creative: LookCreative | undefined): Html {
  const picture = creative?.media[0]?.picture
  if (!picture) return html`<span class="thumb none" aria-hidden="true">${creative?.media[0] ? '▤' : 'Aa'}</span>`
  return html`<img
    class="thumb"
    src="${picturePath(platform, picture)}"
    alt=""
    width="44"
    height="44"
    loading="lazy"
  />`
}
