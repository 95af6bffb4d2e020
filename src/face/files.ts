/** What every page that people look at is drawn with, by the name that it asks for. */
export const faceFiles = [
  { name: 'tokens.css', type: 'text/css; charset=utf-8' },
  { name: 'mark.svg', type: 'image/svg+xml' },
  { name: 'geist.woff2', type: 'font/woff2' },
  { name: 'geist-ext.woff2', type: 'font/woff2' },
  { name: 'geist-mono.woff2', type: 'font/woff2' },
].map((file) => ({ ...file, address: import.meta.resolve(`./${file.name}`) }))
