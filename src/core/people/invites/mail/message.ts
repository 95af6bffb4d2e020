/** What a mail says, before it is made text and HTML. */
export interface MailWords {
  subject: string
  paragraphs: string[]
  /** Where its button leads. */
  link?: { text: string; address: string }
  /** Why they get it, and what to do if they should not have. */
  footer: string
}

/** A mail as it waits: to whom, and what it says. */
export interface MailMessage {
  to: string
  words: MailWords
  /** Number of the event that it tells of, where people are told of one: who it is for may lose the right to know before it is sent. */
  event?: number
}

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

const maxSubjectLength = 150
const maxParagraphLength = 2_000

/** Names and titles are written by others: each stays on its line, and none fills the mail. */
export function shortened(text: string, length: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const letters = [...line]
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : line
}

/** What somebody is called in a mail. */
export const calledInMail = (name: string) => shortened(name, 80)

export function renderMail({ subject, paragraphs, link, footer }: MailWords): RenderedMail {
  const shown = paragraphs.map((paragraph) => shortened(paragraph, maxParagraphLength))
  const text = [...shown, ...(link ? [`${link.text}:\n${link.address}`] : []), '-- ', footer]
  return {
    subject: shortened(subject, maxSubjectLength),
    text: `${text.join('\n\n')}\n`,
    html: pageOf(shown, link, footer),
  }
}

function pageOf(paragraphs: string[], link: MailWords['link'], footer: string): string {
  const button = link
    ? [
        `<p><a href="${escaped(link.address)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none">${escaped(link.text)}</a></p>`,
        `<p style="font-size:13px;color:#4b5563">Or open this address:<br>${escaped(link.address)}</p>`,
      ]
    : []
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...button,
    `<p style="font-size:13px;color:#4b5563">${escaped(footer)}</p>`,
  ]
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
  <body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#111827;background:#ffffff">
    <div style="max-width:560px">
      ${body.join('\n      ')}
    </div>
  </body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
