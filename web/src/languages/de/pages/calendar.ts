import type { Texts } from '../../catalogue.ts'

export default {
  'Tokens, versions of platforms’ interfaces, what platforms announced, and ends of your ads: nobody should be surprised by any of them.':
    'Tokens, Versionen der Plattform-Schnittstellen, Ankündigungen der Plattformen und das Ende Ihrer Anzeigen: Nichts davon soll überraschen.',
  'what ends': 'die Termine',
  'Nothing ends that we know of.': 'Es endet nichts, soweit wir wissen.',
  'no hurry': 'eilt nicht',
  'it is time': 'es wird Zeit',
  'has ended': 'abgelaufen',
  'Has ended': 'Abgelaufen',
  'Ends that Flightdeck keeps': 'Enden, für die Flightdeck sorgt',
  'the ends': 'die Enden',
  'set by {askedBy}': 'festgelegt von {askedBy}',
  'paused {keptAt}': 'pausiert {keptAt}',
  'Take the end of {name} away': 'Ende von {name} entfernen',
  'Take away …': 'Entfernen …',
  'It was paused and stays so.': 'Es wurde pausiert und bleibt es.',
  'It runs on until somebody pauses it, and goes on to spend.':
    'Es läuft weiter, bis jemand es pausiert, und gibt weiter Geld aus.',
  'Take the end of “{name}” away?': 'Ende von „{name}“ entfernen?',
  'Take it away': 'Entfernen',
} satisfies Texts
