import type { Texts } from '../../catalogue.ts'

export default {
  Calendar: 'Kalender',
  'Tokens, versions of platforms’ interfaces, what platforms announced, and ends of your ads: nobody should be surprised by any of them.':
    'Tokens, Versionen der Plattform-Schnittstellen, Ankündigungen der Plattformen und das Ende Ihrer Anzeigen: Nichts davon soll überraschen.',
  'what ends': 'die Termine',
  'Nothing ends that we know of.': 'Es endet nichts, soweit wir wissen.',
  'no hurry': 'eilt nicht',
  'it is time': 'es wird Zeit',
  'has ended': 'abgelaufen',
  sandbox: 'Sandbox',
  'Has ended': 'Abgelaufen',
} satisfies Texts
