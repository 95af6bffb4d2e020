import type { Texts } from '../../catalogue.ts'

export default {
  Pixels: 'Pixel',
  'Pixels and conversions': 'Pixel und Conversions',
  'Where the platform sees what people do on a site, when it last saw something, and what counts as a conversion.':
    'Wo die Plattform sieht, was auf einer Website geschieht, wann sie zuletzt etwas gesehen hat und was als Conversion zählt.',
  '{platform} tells nothing of pixels.': '{platform} sagt nichts über Pixel.',
  'They are listed for accounts of {platforms}: choose one above.':
    'Pixel gibt es für Konten von {platforms}: Wählen Sie oben eines aus.',
  'the pixels': 'die Pixel',
  'This account has no pixel.': 'Dieses Konto hat kein Pixel.',
  'Custom conversions': 'Eigene Conversions',
  'the custom conversions': 'die eigenen Conversions',
  'This account has no custom conversions.': 'Dieses Konto hat keine eigenen Conversions.',
  Pixel: 'Pixel',
  'Last event': 'Letztes Ereignis',
  'Send an event … to {name}': 'Ereignis an {name} senden …',
  'Send an event …': 'Ereignis senden …',
  Counts: 'Zählt',
  'The platform took the event.': 'Die Plattform hat das Ereignis angenommen.',
  'Send an event': 'Ereignis senden',
  'Mail address of who did it': 'E-Mail-Adresse der Person',
  'It is hashed before it leaves.': 'Sie wird vor dem Senden gehasht.',
  'What it was worth, in {currency}': 'Wert in {currency}',
  'Test code': 'Testcode',
  'From the platform’s test view. Left empty: the event counts.':
    'Aus der Testansicht der Plattform. Leer: Das Ereignis zählt.',
} satisfies Texts
