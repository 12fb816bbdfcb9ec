"""PDF: pages are read letter by letter, judged, and drawn anew; nothing of the old file goes into the new one.

objects     the old file: what is refused of it, and the strings of its objects
programs    shapes of letters, from the programs of fonts
fonts       what a code of a string stands for: letters, width, shape
colours     colours as numbers of grey, RGB or CMYK
marks       what stands on a page: letters, shapes, pictures
state       the state of drawing
content     a page drawn on paper of ours: letters, lines, pictures, in order
hidden      which letters nobody sees
lines       letters as lines and paragraphs: the pieces that are judged
setting     paragraphs set anew where words were replaced
flow        gaps closed where lines are gone
images      pictures as bare pixels
places      what else says something: notes, fields, outlines, files, metadata, scripts, earlier revisions
typefaces   fonts made anew of the shapes that are left
written     the new file
document    all of it together
"""
