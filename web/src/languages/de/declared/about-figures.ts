/** What figures are. */
export default {
  "What was spent, in the account's main currency unit.": 'Was ausgegeben wurde, in der Währung des Kontos.',
  'How often ads were shown.': 'Wie oft Anzeigen gezeigt wurden.',
  'Clicks, as the platform counts.': 'Klicks, wie die Plattform zählt.',
  'Clicks per hundred impressions: 1.5 means 1.5 %.': 'Klicks pro hundert Impressionen: 1,5 heißt 1,5 %.',
  'Spend per thousand impressions.': 'Ausgaben pro tausend Impressionen.',
  'Spend per click.': 'Ausgaben pro Klick.',
  'What the ad sets were optimised for, counted.': 'Worauf die Anzeigengruppen optimiert waren, gezählt.',
  'Spend per result.': 'Ausgaben pro Ergebnis.',
  'Conversions that the platform attributes to the ads.': 'Conversions, die die Plattform den Anzeigen zuordnet.',
  'What those conversions were worth.': 'Was diese Conversions wert waren.',
  'Conversion value per spend.': 'Conversion-Wert je Ausgaben.',
  'Different people, counted by the platform for exactly the rows asked for.':
    'Verschiedene Personen, von der Plattform genau für die gewünschten Zeilen gezählt.',
  'How often each of them saw an ad.': 'Wie oft jede von ihnen eine Anzeige sah.',
  'Spend per conversion.': 'Ausgaben pro Conversion.',
  'Plays of at least 3 seconds (2 on platforms that count those); 0 for pictures.':
    'Wiedergaben von mindestens 3 Sekunden (2 bei Plattformen, die so zählen); 0 bei Bildern.',
  'Plays of at least 15 seconds.': 'Wiedergaben von mindestens 15 Sekunden.',
  'Plays of at least 15 seconds, or to the end of what is shorter.':
    'Wiedergaben von mindestens 15 Sekunden, oder bis zum Ende, wenn es kürzer ist.',
  '3-second plays per hundred impressions.': 'Wiedergaben ab 3 Sekunden pro hundert Impressionen.',
  '15-second plays per hundred 3-second plays.': 'Wiedergaben ab 15 Sekunden pro hundert Wiedergaben ab 3 Sekunden.',
} satisfies Record<string, string>
