/**
 * Common first names: with a second capitalised word behind them they are a person, wherever they stand. Those that are
 * ordinary words, too („Mark“, „Ernst“, „Rose“), are left out.
 */
export const FIRST_NAMES: ReadonlySet<string> = new Set(
  `Alexander Alexandra Ali Andrea Andreas Angelika Anja Anke Anna Anne Annette Anton Antje Axel Barbara Bastian Ben
  Benjamin Bernd Bernhard Bettina Birgit Björn Carla Carsten Charlotte Christian Christiane Christina Christine Christoph
  Claudia Cornelia Daniel Daniela David Dennis Detlef Dieter Dirk Dominik Doris Eberhard Elena Elisabeth Emma Erik Eva
  Fabian Felix Florian Frank Franziska Franz Friedrich Fritz Gabriele Georg Gerd Gerhard Gisela Günter Günther Guido Hannah
  Hans Harald Heike Heiko Heinrich Heinz Helga Helmut Henrik Herbert Holger Horst Ina Ines Ingo Ingrid Inge Jan Jana Janine
  Jens Jessica Joachim Jochen Johanna Johannes Jonas Jörg Jörn Josef Julia Julian Jürgen Jutta Kai Karin Karl Karsten
  Katharina Kathrin Katja Katrin Kerstin Kevin Klaus Kristina Laura Lars Lea Lena Leon Lisa Lukas Lutz Malte Manfred
  Manuela Marc Marcel Marco Marcus Maria Marie Marina Mario Marion Markus Martin Martina Mathias Matthias Max Maximilian
  Melanie Michael Michaela Mia Miriam Monika Moritz Nadine Nadja Nico Nicole Nils Nina Norbert Olaf Oliver Patrick Paul
  Paula Peter Petra Philipp Rainer Ralf Ralph Ramona Reinhard Renate Rene René Roland Rolf Rüdiger Sabine Sabrina Samuel
  Sandra Sara Sarah Sebastian Silke Silvia Simon Simone Sophia Sophie Stefan Stefanie Steffen Stephan Stephanie Susanne
  Svenja Sven Tanja Tatjana Theresa Thomas Thorsten Tim Tina Tobias Tom Torsten Udo Ulrich Ulrike Ursula Ute Uwe Vanessa
  Verena Volker Walter Werner Wilhelm Wolfgang Yvonne`.split(/\s+/),
);
